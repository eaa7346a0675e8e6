interface NamedFile {
  /** Letters, digits, dots and hyphens. */
  readonly fileName: string;
  /** Whole, or piece by piece. */
  readonly content: string | Buffer | AsyncIterable<string>;
}

/** What a handler answers when its endpoint names a `document`. */
export class Document {
  readonly file: NamedFile;

  constructor(file: NamedFile) {
    this.file = file;
  }
}
