import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import type { InlineConfig } from 'vite';

export const webFolder = fileURLToPath(new URL('.', import.meta.url));

/** What builds and development share; there is no vite.config file, so that nothing is implied. */
export const sharedConfig = {
  configFile: false,
  root: webFolder,
  base: '/',
  publicDir: false,
  plugins: [react(), tailwindcss()],
} satisfies InlineConfig;
