import { type ComponentType, lazy } from 'react';
import { firstInteraction } from '../api/first-interaction.ts';
import type { HeroSide as HeroSidePart, Rest as RestPart } from './rest-panel.tsx';

const load = () => import('./rest-panel.tsx');
const there = import.meta.env.SSR ? await load() : undefined;

/**
 * A part of the home page that the server renders at once; in the browser its HTML stays as it came
 * until somebody touches the page, so that its words and its form are not loaded for nothing.
 */
function late(part: 'Rest' | 'HeroSide') {
  return lazy(async () => {
    await firstInteraction();
    return { default: (await load())[part] as ComponentType<object> };
  });
}

export const Rest = (there?.Rest ?? late('Rest')) as typeof RestPart;
export const HeroSide = (there?.HeroSide ?? late('HeroSide')) as typeof HeroSidePart;
