/** The source of the types of a client of the API. */
export function clientTypes(description: object): Promise<string>;
