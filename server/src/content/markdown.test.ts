import { expect, test } from 'vitest';
import { textPageOf } from './markdown.ts';

test('[A03][A06] a text page has its title, its introduction, and its sections with anchors', () => {
  const page = textPageOf(
    '# Questions\n\nAsk us.\n\n## Can I keep my number?\n\nYes.\n\nAlways.\n',
  );
  expect(page).toEqual({
    title: 'Questions',
    blocks: [{ kind: 'paragraph', runs: [{ text: 'Ask us.' }] }],
    sections: [
      {
        id: 'can-i-keep-my-number',
        title: 'Can I keep my number?',
        blocks: [
          { kind: 'paragraph', runs: [{ text: 'Yes.' }] },
          { kind: 'paragraph', runs: [{ text: 'Always.' }] },
        ],
      },
    ],
  });
});

test('two sections of one name have two addresses, and a brand may choose its own', () => {
  const page = textPageOf('# T\n\n## What’s next?\n\n## What’s next?\n\n## 911 {#emergency}');
  expect(page.sections.map((one) => [one.id, one.title])).toEqual([
    ['whats-next', 'What’s next?'],
    ['whats-next-2', 'What’s next?'],
    ['emergency', '911'],
  ]);
});

test('lists, numbered steps, headings and marks in a line', () => {
  const [first, second, third] = textPageOf(
    '# T\n- **Bold:** one\n- two\n  and more\n\n1. Dial `*#06#`.\n2. _Wait_ [here](/shop).\n\n### Small',
  ).blocks;
  expect(first).toEqual({
    kind: 'list',
    ordered: false,
    items: [[{ text: 'Bold:', strong: true }, { text: ' one' }], [{ text: 'two and more' }]],
  });
  expect(second).toMatchObject({
    ordered: true,
    items: [
      [{ text: 'Dial ' }, { text: '*#06#', code: true }, { text: '.' }],
      [{ text: 'Wait', em: true }, { text: ' ' }, { text: 'here', to: '/shop' }, { text: '.' }],
    ],
  });
  expect(third).toEqual({ kind: 'heading', runs: [{ text: 'Small' }] });
});

test('HTML stays text, and a link that runs something is only its words', () => {
  const { blocks } = textPageOf(
    '# T\n\n<script>x</script> [a](javascript:alert) [b](//evil.example) [c](https://ok.example)',
  );
  expect(blocks).toEqual([
    {
      kind: 'paragraph',
      runs: [
        { text: '<script>x</script> ' },
        { text: 'a' },
        { text: ' ' },
        { text: 'b' },
        { text: ' ' },
        { text: 'c', to: 'https://ok.example' },
      ],
    },
  ]);
});
