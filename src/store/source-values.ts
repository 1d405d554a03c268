import neo4j from 'neo4j-driver';

/** Longer lists of numbers are embeddings, not facts. */
const MAX_NUMBERS = 64;

/**
 * Returns a property value of a foreign graph as plain JSON: dates, times and durations as ISO 8601 text, points as
 * objects of their coordinates. Embeddings, byte arrays and what JSON cannot hold become null.
 */
export function plainValue(value: unknown): unknown {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'bigint' || neo4j.isInt(value)) return Number(value);
  if (Array.isArray(value)) {
    const embedding = value.length > MAX_NUMBERS && value.every((item) => typeof item === 'number');
    return embedding ? null : value.map(plainValue);
  }
  if (isTemporal(value)) return String(value);
  if (neo4j.isPoint(value)) {
    const { srid, x, y, z } = value;
    return { srid: Number(srid), x, y, ...(z === undefined ? {} : { z }) };
  }
  return null;
}

function isTemporal(value: unknown): boolean {
  const kinds = [
    neo4j.isDate,
    neo4j.isDateTime,
    neo4j.isLocalDateTime,
    neo4j.isTime,
    neo4j.isLocalTime,
    neo4j.isDuration,
  ];
  return typeof value === 'object' && value !== null && kinds.some((isKind) => isKind(value));
}
