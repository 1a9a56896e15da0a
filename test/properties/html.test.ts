/** What is taken to be clean is what the cleaning would leave as it is. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import sanitize from 'sanitize-html'
import { isClean } from '../../src/resources/html.ts'

const SEED = 20_261_115
const TAGS = [
  'b',
  'strong',
  'p',
  'em',
  'i',
  'u',
  'sup',
  'sub',
  'ul',
  'ol',
  'li',
  'strike',
  'span',
  'br',
  'a',
  'script',
]
const piece = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...TAGS).chain((tag) => fc.constantFrom(`<${tag}>`, `</${tag}>`)) },
  { weight: 2, arbitrary: fc.constantFrom('text', ' ', "it's", 'ü', '\n') },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '&',
      '&amp;',
      '<',
      '>',
      '"',
      '<p ',
      '<P>',
      '<!--',
      '-->',
      '<br />',
      '\0',
      '\r',
    ),
  },
)
/** Tags in any order, and tags that are closed in their turn. */
const soup = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''))
const { nested } = fc.letrec<{ nested: string }>((tie) => ({
  nested: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom('', 'text', "it's", 'ü\n'),
    fc
      .tuple(fc.constantFrom(...TAGS), tie('nested'), tie('nested'))
      .map(([tag, inner, after]) => `<${tag}>${inner}</${tag}>${after}`),
  ),
}))

it(`a text that is taken to be clean stays as it is (seed ${SEED})`, () => {
  let clean = 0
  fc.assert(
    fc.property(
      fc.oneof(
        soup,
        nested,
        fc.tuple(nested, piece, nested).map((parts) => parts.join('')),
      ),
      (text) => {
        if (!isClean(text) || !text.includes('<')) return
        clean++
        const allowed = { allowedTags: TAGS.filter((tag) => tag !== 'script'), allowedAttributes: {} }
        assert.equal(sanitize(text, allowed), text)
      },
    ),
    { numRuns: 10_000, seed: SEED },
  )
  assert.ok(clean > 500, `only ${clean} were clean`)
})
