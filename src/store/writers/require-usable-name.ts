import { isUsableName } from '../../domain/graph-names.ts';
import { TrellisError } from '../../errors.ts';

/** Returns `name` as it is; throws `TRELLIS_STORE_NAME_INVALID` when it may not be a label or relation type. */
export function requireUsableName(name: string): string {
  if (isUsableName(name)) return name;
  throw new TrellisError(
    'TRELLIS_STORE_NAME_INVALID',
    `"${name.slice(0, 40)}" cannot be a label or relation type: use 1 to 100 characters without control characters and backticks.`,
    { details: { length: name.length } },
  );
}
