import { Component } from '../shell/members-layout.tsx';

/** For pages that are shown as the site shows them, behind their guard. */
export function Guard() {
  return <Component />;
}
