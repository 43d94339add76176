import { Email } from '../../../../../../contracts/base/fields';

export interface ParsedAddresses {
  /** The addresses, each once, in the form in which they are stored. */
  addresses: string[];
  /** The entries that are no valid addresses, as they were pasted. */
  faults: string[];
}

const canonical = (word: string): string | undefined => {
  const read = Email.safeParse(word.replace(/^mailto:/i, '').replace(/[.:]+$/, ''));
  return read.success ? read.data : undefined;
};

/**
 * Returns the addresses of one entry: "ada@x.org", "Ada Lovelace <ada@x.org>", "ada@x.org
 * bob@x.org". Null if no word has an @, or if a word with an @ is not a valid address.
 */
function addressesIn(entry: string): string[] | null {
  const words = entry.split(/[\s<>"]+/).filter((word) => word.includes('@'));
  const found = words.map(canonical);
  return words.length > 0 && found.every((one) => one !== undefined) ? found : null;
}

/**
 * Returns the addresses of a pasted list: a column of a table, a line of recipients with names, or
 * addresses one after the other. Names beside addresses are ignored.
 */
export function parseAddresses(pasted: string): ParsedAddresses {
  const entries = pasted
    // A name in quotation marks may have a comma: "Lovelace, Ada" <ada@x.org>
    .replace(/"[^"\n@]*"\s*(?=<)/g, '')
    .split(/[\r\n,;\t|]+/)
    .map((entry) => entry.trim())
    .filter(Boolean);
  const addresses = new Set<string>();
  const faults: string[] = [];
  for (const entry of entries) {
    const found = addressesIn(entry);
    if (found === null) faults.push(entry);
    else for (const address of found) addresses.add(address);
  }
  return { addresses: [...addresses], faults };
}
