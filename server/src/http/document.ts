interface NamedFile {
  readonly fileName: string;
  readonly content: string | Buffer | AsyncIterable<string>;
}

export class Document {
  readonly file: NamedFile;

  constructor(file: NamedFile) {
    this.file = file;
  }
}
