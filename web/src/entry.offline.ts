import { workerPath } from '@portside/contract/home-screen';
import { runOfflinePage } from './home-screen/offline-script.ts';

/** Something small that every release has, and that no worker answers. */
const reach = () =>
  fetch(workerPath, { method: 'HEAD', cache: 'no-store' }).then(
    ({ status }) => status < 500,
    () => false,
  );

runOfflinePage(
  () => location.reload(),
  reach,
  () => Date.now(),
);
