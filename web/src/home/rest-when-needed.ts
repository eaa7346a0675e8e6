import type { HomeWords } from '@portside/contract/content';
import { type ComponentType, lazy } from 'react';
import { firstInteraction } from '../api/first-interaction.ts';

/**
 * The lower half of the home page. The server renders it at once; in the browser its HTML stays as
 * it came until somebody touches the page, so that the words are not loaded a second time.
 */
export const Rest: ComponentType<{ words: HomeWords }> = import.meta.env.SSR
  ? (await import('./rest-panel.tsx')).default
  : lazy(async () => {
      await firstInteraction();
      return import('./rest-panel.tsx');
    });
