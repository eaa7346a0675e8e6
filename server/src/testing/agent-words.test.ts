import { expect, test } from 'vitest';
import { served } from '../slices.ts';
import { agentSentence } from '../sessions/agent-wording.ts';

test('what an agent may do is told to the customer in words, not by the name of a call', () => {
  const open = served.routes
    .map(({ endpoint }) => endpoint)
    .filter(({ caller, notForAgents }) => caller === 'customer' && !notForAgents);
  expect(open.length).toBeGreaterThan(10);
  const unspoken = open.filter(({ name }) => agentSentence(name).includes('{call}'));
  expect(unspoken.map(({ name }) => name)).toEqual([]);
});
