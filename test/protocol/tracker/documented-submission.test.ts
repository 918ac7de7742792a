import { expect, test } from 'vitest';
import { builtInDefinitions } from '../../../scripts/connector/files';
import { documentedSubmission } from '../../../src/protocol/tracker/documented-submission';

const definition = {
  version: 1,
  id: 'example',
  pages: [
    {
      match: { path: '^/watch/' },
      item: {
        type: [{ constant: 'movie' }],
        title: [
          { text: 'h1.title', transforms: [{ regex: '^(.+) – Example$' }] },
          { text: '*' },
          { attribute: 'main > *', name: 'data-title' },
          { meta: 'og:title' },
          { jsonLd: ['Movie'], path: '$.name' },
        ],
        ids: { tmdb: [{ attribute: '[href*="/movie/"]', name: 'href' }] },
      },
    },
  ],
};

test('the sources of each field are extractors that say what is read where', () => {
  const { definition: submitted } = documentedSubmission({
    name: 'Example',
    domains: ['a.test'],
    definition,
  });
  const page = '^/watch/';
  expect(submitted).toMatchObject({
    version: 1,
    extractors: {
      type: [{ page, type: 'constant', name: 'movie' }],
      title: [
        { page, type: 'text', selector: 'h1.title', regex: '^(.+) – Example$' },
        {
          page,
          type: 'meta',
          selector: 'meta[name="og:title"], meta[property="og:title"]',
          attribute: 'content',
        },
        { page, type: 'jsonLd', selector: 'script[type="application/ld+json"]', path: '$.name' },
      ],
      'ids.tmdb': [{ page, type: 'attribute', selector: '[href*="/movie/"]', attribute: 'href' }],
    },
    matinee: definition,
  });
});

test('at most ten domains are named, without wildcards and each once', () => {
  const domains = ['*.a.test', 'a.test', ...Array.from({ length: 12 }, (_, index) => `b${index}.test`)];
  const submitted = documentedSubmission({ name: 'Example', domains, definition });
  expect(submitted.domains).toHaveLength(10);
  expect(submitted.domains.slice(0, 2)).toEqual(['a.test', 'b0.test']);
});

const packaged = builtInDefinitions();

test.each(packaged.map((own) => [own.id, own] as const))(
  'every packaged connector has extractors: %s',
  (name, own) => {
    const { definition: submitted } = documentedSubmission({
      name,
      domains: ['a.test'],
      definition: { ...own },
    });
    const extractors = submitted['extractors'] as Record<string, readonly { readonly selector?: string }[]>;
    expect(Object.keys(extractors).length).toBeGreaterThan(0);
    const selectors = Object.values(extractors).flatMap((all) => all.map(({ selector = '' }) => selector));
    expect(selectors.filter((selector) => /(^|[\s>+~,(])\*(?!=)/.test(selector))).toEqual([]);
  },
);
