/**
 * How PostgreSQL plans statements, here and on any server: as it comes, it reads whole tables where an index is quicker on
 * any disk of today, and compiles statements that take a millisecond.
 */
export const PLANNING = { random_page_cost: '1.1', jit: 'off' }
