import { loadText } from './load-text.ts';

export { Component } from './legal-page.tsx';
export const loader = loadText('privacy-policy');
