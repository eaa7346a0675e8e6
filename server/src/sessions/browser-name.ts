import { say } from '../words/say.ts';
import { namesIn } from './user-agent.ts';

export function browserName(userAgent: string, language: string): string {
  const { browser, system } = namesIn(userAgent);
  if (browser && system) return say(language, '{browser} on {system}', { browser, system });
  return browser ?? system ?? say(language, 'Unknown browser');
}
