interface Shown {
  readonly missing: readonly string[];
  readonly publishFailed: string | null;
}

/** Why a plan or an add-on was not published, and why it cannot be. */
export function MissingPanel({ missing, publishFailed }: Shown) {
  return (
    <>
      {publishFailed && <p role="status">It was not published at its time. {publishFailed}</p>}
      {missing.length > 0 && (
        <section aria-labelledby="missing" className="flex flex-col gap-1">
          <h2 className="text-lead" id="missing">
            Cannot be published yet
          </h2>
          <ul className="list-disc ps-5">
            {missing.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
