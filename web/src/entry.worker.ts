import type { OfflineCopy } from '@portside/contract/home-screen';
import { standInOffline, type WorkerScope } from './home-screen/app-worker.ts';

const worker = self as unknown as WorkerScope & { readonly offlineCopy: OfflineCopy };

standInOffline(worker, worker.offlineCopy);
