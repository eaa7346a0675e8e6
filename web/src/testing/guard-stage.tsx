import { useLocation } from 'react-router';
import { wayBack } from '../api/way-back.ts';

/** For pages that are shown as the site shows them, behind their guard. */
export { Component as Guard } from '../shell/members-layout.tsx';

export const tokenUntil = (seconds: number) => `e30.${btoa(JSON.stringify({ exp: seconds }))}.x`;
export const fresh = tokenUntil(4_000_000_000);

export function Login() {
  return <p>Login, then {wayBack(useLocation())}</p>;
}
