import * as z from 'zod/mini';
import { exportForms } from '../../library/export-forms';
import { importRecordSchema } from '../../../protocol/tracker/imports';
import type { Operation } from './operation';

/** What takes and gives files. */
export const FILE_OPERATIONS: readonly Operation[] = [
  {
    method: 'GET',
    path: '/export',
    summary: 'All viewings and ratings as one file',
    isDocumented: false,
    access: 'read',
    query: [
      {
        name: 'format',
        about: 'CSV has no ratings, Letterboxd no episodes',
        schema: { type: 'string', enum: exportForms },
      },
    ],
    download: ['application/json', 'text/csv'],
  },
  {
    method: 'POST',
    path: '/imports',
    summary: 'Read a file of Matinee or of another product; nothing is stored yet',
    isDocumented: false,
    access: 'write',
    query: [
      {
        name: 'name',
        about: 'Of the file. `watched.csv` of Letterboxd has the columns of its `watchlist.csv`',
        schema: { type: 'string' },
      },
    ],
    files: [
      'application/json',
      'text/csv',
      'application/zip',
      'application/gzip',
      'application/xml',
      'text/xml',
    ],
    data: importRecordSchema,
  },
  {
    method: 'GET',
    path: '/imports',
    summary: 'The imports, newest first',
    isDocumented: false,
    access: 'read',
    data: z.object({ items: z.array(importRecordSchema) }),
  },
  {
    method: 'GET',
    path: '/imports/:id',
    summary: 'An import: how many rows are ready, unclear, known',
    isDocumented: false,
    access: 'read',
    data: importRecordSchema,
    refusals: [404],
  },
  {
    method: 'POST',
    path: '/imports/:id/store',
    summary: 'Add the rows that are ready to the history',
    isDocumented: false,
    access: 'write',
    data: importRecordSchema,
    refusals: [404],
  },
  {
    method: 'DELETE',
    path: '/imports/:id',
    summary: 'Undo an import, or discard one that is not stored yet',
    isDocumented: false,
    access: 'write',
    refusals: [404],
  },
];
