import { workerPath } from '@portside/contract/home-screen';

/** By something small that every release has, and that no worker answers. */
export async function reachServer(): Promise<boolean> {
  try {
    const { status } = await fetch(workerPath, { method: 'HEAD', cache: 'no-store' });
    return status < 500;
  } catch {
    return false;
  }
}
