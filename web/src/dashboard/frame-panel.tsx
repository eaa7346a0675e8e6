import { type ReactNode, useEffect, useRef } from 'react';
import { useNeedNews } from '../lines/use-needs.ts';
import { useUsageNews } from '../usage/use-usage-news.ts';
import { SectionList } from './section-list.tsx';
import type { MainSection } from './sections.ts';

interface FramePanelProps {
  selection: MainSection;
  /** What is shown; another one animates in and takes the focus. */
  content: string;
  children: ReactNode;
}

export function FramePanel({ selection, content, children }: FramePanelProps) {
  useUsageNews();
  useNeedNews();
  const place = useRef<HTMLDivElement>(null);
  const before = useRef(content);
  // New content takes the focus; the page announces the first one.
  useEffect(() => {
    if (before.current === content) return;
    before.current = content;
    place.current?.querySelector('h1')?.focus();
  }, [content]);
  return (
    // The footer must not jump.
    <div className="min-h-dvh desk:page desk:grid desk:grid-cols-[11rem_minmax(0,1fr)] desk:gap-x-12 desk:py-16 min-[1200px]:grid-cols-[12rem_minmax(0,1fr)] min-[1200px]:gap-x-20">
      <SectionList selection={selection} />
      {/* A new section animates in; the same one stays (A22). */}
      <div
        className="page animate-arrive pt-8 pb-16 desk:max-w-none desk:p-0"
        key={content}
        ref={place}
      >
        {children}
      </div>
    </div>
  );
}
