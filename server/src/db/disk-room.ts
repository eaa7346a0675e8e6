import { statfsSync } from 'node:fs';
import { DatabaseAway } from './database-away.ts';

/** Nothing is written before the disk is full: the embedded database does not survive that. */
export class DiskFull extends DatabaseAway {
  constructor({ folder, freeMegabytes }: Room) {
    super(new Error(`the disk of ${folder} has ${freeMegabytes} MB left`));
  }
}

export interface Room {
  readonly folder: string;
  readonly freeMegabytes: number;
  readonly floorMegabytes: number;
  readonly isShort: boolean;
}

const MEGABYTE = 1_000_000;
/** What one statement writes at most is far below the floor. */
const LOOK_EVERY_MS = 250;
/** A statement that changes rows, wherever in it. */
const WRITES =
  /^\s*(?:insert|update|delete|merge|create|alter|drop|truncate|copy|refresh|vacuum|reindex)\b|^\s*with\b[^]*\b(?:insert into|update|delete from)\b/i;

export const isWrite = (statement: string): boolean => WRITES.test(statement);

/** Free space of a folder's disk, looked at as often as something is written. */
export class DiskWatch {
  readonly #folder: string;
  readonly #floor: number;
  #room: Room;
  #lookedAt = 0;
  #tell: (room: Room) => void = () => {};

  constructor(folder: string, floorMegabytes: number) {
    this.#folder = folder;
    this.#floor = floorMegabytes;
    this.#room = this.#look();
  }

  /** Called at once if there is too little, and each time that changes. */
  onChange(tell: (room: Room) => void): void {
    this.#tell = tell;
    if (this.room().isShort) tell(this.#room);
  }

  room(): Room {
    const now = performance.now();
    if (now - this.#lookedAt < LOOK_EVERY_MS) return this.#room;
    this.#lookedAt = now;
    const before = this.#room.isShort;
    this.#room = this.#look();
    if (this.#room.isShort !== before) this.#tell(this.#room);
    return this.#room;
  }

  /** @throws DiskFull */
  mind(statement: string): void {
    const room = isWrite(statement) && this.room();
    if (room && room.isShort) throw new DiskFull(room);
  }

  #look(): Room {
    const { bavail, bsize } = statfsSync(this.#folder);
    const freeMegabytes = Math.floor((bavail * bsize) / MEGABYTE);
    return {
      folder: this.#folder,
      freeMegabytes,
      floorMegabytes: this.#floor,
      isShort: freeMegabytes < this.#floor,
    };
  }
}
