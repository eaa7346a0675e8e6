import type { Footer, PageMetas } from '@portside/contract/content';
import { languages } from '@portside/contract/language';
import type { World } from '../../app.ts';
import type { Brand } from '../../brands/brands.ts';
import { later, minutes, seconds } from '../../clock.ts';
import { claimAnswer, keepAnswer, keptAnswer } from '../../db/kept-answers.ts';
import type { ContentPort, ContentService } from './content.ts';

/** A row is read again after this long. */
const HELD = seconds(5);
/** The job asks each minute; so long after it, no other process has asked. */
const JUST_ASKED = seconds(20);
/** Nobody refreshes: then a page's reader starts it, and does not wait. */
const FORGOTTEN = minutes(2);

type Part = 'footer' | 'pageMetas';
interface Held {
  value: unknown;
  triedAt: Date | undefined;
  until: Date;
}

/**
 * An outside service's last good answers, in the database, over the brand's own words. Reading
 * never waits for the service, and never fails for it.
 */
export function keptContent(
  world: Pick<World, 'brands' | 'clock' | 'db' | 'log'>,
  service: ContentService,
  own: ContentPort,
): ContentPort {
  const held = new Map<string, Held>();
  const reading = new Map<string, Promise<Held>>();

  const nameOf = (brand: Brand, part: Part, language: string) =>
    `${service.name} ${service.address} ${brand.id} ${part} ${language}`;

  function brandOf(id: string): Brand {
    const brand = world.brands.byId(id);
    if (!brand) throw new Error(`There is no brand ${id}`);
    return brand;
  }

  async function read(name: string): Promise<Held> {
    const now = world.clock.now();
    const known = held.get(name);
    try {
      const row = await keptAnswer(world.db.query, name);
      // An answer that is gone with its database is still better than none.
      const value = row?.answer ? row.answer.value : known?.value;
      const found = { value, triedAt: row?.tried_at, until: later(now, HELD) };
      held.set(name, found);
      return found;
    } catch (error) {
      world.log.warn({ error }, 'the kept content could not be read');
      return known ?? { value: undefined, triedAt: now, until: now };
    }
  }

  async function answerOf(brandId: string, part: Part, language: string): Promise<unknown> {
    const brand = brandOf(brandId);
    const name = nameOf(brand, part, language);
    const known = held.get(name);
    const now = world.clock.now();
    if (known && known.until > now) return known.value;
    const under = reading.get(name) ?? read(name).finally(() => reading.delete(name));
    reading.set(name, under);
    const { value, triedAt } = await under;
    if (!triedAt || later(triedAt, FORGOTTEN) <= now) {
      void refreshPart(brand, part, language, FORGOTTEN);
    }
    return value;
  }

  async function refreshPart(brand: Brand, part: Part, language: string, age: number) {
    const name = nameOf(brand, part, language);
    const claimedAt = world.clock.now();
    const who = { name, tenant: brand.client.mvnoId };
    try {
      if (!(await claimAnswer(world.db.query, who, claimedAt, later(claimedAt, -age)))) return;
      const value = await service[part](brand.id, language);
      await keepAnswer(world.db.query, name, claimedAt, world.clock.now(), value);
      held.delete(name);
    } catch (error) {
      world.log.warn({ error, brandId: brand.id, part, language }, 'the content service failed');
    }
  }

  return {
    name: service.name,
    async footer(brandId, language = 'en') {
      const kept = (await answerOf(brandId, 'footer', language)) as Footer | null | undefined;
      return kept ?? own.footer(brandId, language);
    },
    async pageMetas(brandId, language = 'en') {
      const kept = (await answerOf(brandId, 'pageMetas', language)) as PageMetas | undefined;
      const owns = await own.pageMetas(brandId, language);
      return { data: [...(kept?.data ?? []), ...owns.data].filter(isFirstOfPage) };
    },
    async isGuess(brandId) {
      const parts = languages.flatMap((language) => [
        answerOf(brandId, 'footer', language),
        answerOf(brandId, 'pageMetas', language),
      ]);
      return (await Promise.all(parts)).includes(undefined);
    },
    sources: () => service.sources(),
    check: () => service.check(),
    async refresh(brandId) {
      const brand = brandOf(brandId);
      await Promise.all(
        languages.flatMap((language) => [
          refreshPart(brand, 'footer', language, JUST_ASKED),
          refreshPart(brand, 'pageMetas', language, JUST_ASKED),
        ]),
      );
    },
  };
}

/** Pages that the service has no words for keep the brand's own. */
const isFirstOfPage = (
  one: PageMetas['data'][number],
  at: number,
  all: PageMetas['data'],
): boolean =>
  all.findIndex((other) => other.attributes.metaData.page === one.attributes.metaData.page) === at;
