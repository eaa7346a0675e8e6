export { outcomesByDay } from './figure-store.ts';
