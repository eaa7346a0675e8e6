import { type ComponentType, lazy } from 'react';
import { firstInteraction } from '../api/first-interaction.ts';
import type { HeroSide as HeroSidePart, Rest as RestPart } from './rest-panel.tsx';

const load = () => import('./rest-panel.tsx');
const there = import.meta.env.SSR ? await load() : undefined;

/**
 * Rendered on the server, hydrated at the first touch, so that its code is not loaded for nothing.
 */
function late(part: 'Rest' | 'HeroSide') {
  return lazy(async () => {
    await firstInteraction();
    return { default: (await load())[part] as ComponentType<object> };
  });
}

export const Rest = (there?.Rest ?? late('Rest')) as typeof RestPart;
export const HeroSide = (there?.HeroSide ?? late('HeroSide')) as typeof HeroSidePart;
