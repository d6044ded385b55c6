/** Values from outside, such as the browser's storage or an address. They may be anything. */

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The fields of an object; none if it is not one. */
export function fieldsOf(value: unknown): Record<string, unknown> {
  return isObject(value) ? value : {};
}

/** The elements of an array; none if it is not one. */
export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The value if it is one of these, otherwise the default. */
export function oneOf<Value>(values: readonly Value[], value: unknown, otherwise: Value): Value {
  return values.find((one) => one === value) ?? otherwise;
}
