/** What a program that is started for a test or a measurement inherits. Everything else is told to it. */
const { PATH, NODE_COMPILE_CACHE } = process.env

export const inherited = { PATH, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) }
