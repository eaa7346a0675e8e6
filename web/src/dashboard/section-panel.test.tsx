// @vitest-environment jsdom
import { i18n } from '@lingui/core';
import { beforeAll, expect, test } from 'vitest';
import { showScreen } from '../testing/show-screen.tsx';
import { SectionPanel } from './section-panel.tsx';

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }));

test('while a section waits, its brief’s place holds no block inside a paragraph', () => {
  showScreen(
    <SectionPanel brief={undefined} title="Lines" waits>
      <p>Later</p>
    </SectionPanel>,
  );
  expect(document.querySelector('h1')?.textContent).toBe('Lines');
  expect(document.querySelectorAll('p div')).toHaveLength(0);
});
