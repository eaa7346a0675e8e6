import type { OfflineCopy } from '@portside/contract/home-screen';
import { standInOffline, type WorkerScope } from './home-screen/app-worker.ts';
import { listenForPush, type PushScope } from './push/worker-push.ts';

type Scope = WorkerScope & PushScope & { readonly offlineCopy: OfflineCopy };

const worker = self as unknown as Scope;

standInOffline(worker, worker.offlineCopy);
listenForPush(worker);
