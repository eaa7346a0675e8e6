import { reachServer } from './api/reach-server.ts';
import { runOfflinePage } from './home-screen/offline-script.ts';

runOfflinePage(
  () => location.reload(),
  reachServer,
  () => Date.now(),
);
