// @vitest-environment jsdom
import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { PageProvider } from './page.tsx';
import { brand } from '../testing/stage.tsx';
import { BrandPicture } from './brand-picture.tsx';

function picturesOf(pictures: typeof brand.pictures) {
  const { container } = render(
    <PageProvider value={{ brand: { ...brand, pictures }, language: 'en', appQr: '' }}>
      <BrandPicture name="welcome" otherwise="plain" />
    </PageProvider>,
  );
  const images = [...container.querySelectorAll('img')];
  return images.length > 0
    ? images.map((one) => [one.getAttribute('src'), one.className])
    : container.textContent;
}

test('a brand’s picture has a night one where it drew one, and none where it has none', () => {
  expect(picturesOf({ welcome: { day: '/d.svg', night: '/n.svg' } })).toEqual([
    ['/d.svg', 'by-day'],
    ['/n.svg', 'by-night'],
  ]);
  expect(picturesOf({ welcome: { day: '/d.svg' } })).toEqual([['/d.svg', '']]);
  expect(picturesOf({})).toBe('plain');
});
