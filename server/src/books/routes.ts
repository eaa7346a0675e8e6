import { viewBooks } from '@portside/contract/console/books';
import { serveStaff } from '../http/serve-staff.ts';
import * as books from './view-books.ts';

export const staffRoutes = [serveStaff(viewBooks, books.viewBooks)];
