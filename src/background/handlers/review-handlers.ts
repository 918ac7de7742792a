import type { reviewMessages } from '../../protocol/messages/review';
import {
  changeCorrection,
  removeCorrection,
  restoreCorrection,
  setCorrection,
  type CorrectionChange,
  type CorrectionInput,
} from '../review/corrections';
import { changeHistory, type WishInput } from '../review/history-changes';
import { listOutbox } from '../review/list-outbox';
import { acceptMatch, dropEntry, retryEntries } from '../review/outbox-actions';
import { searchMedia } from '../review/search-media';
import type { HandlersOf } from './handler';

export const reviewHandlers: HandlersOf<typeof reviewMessages> = {
  'media.search': searchMedia,

  // The schema types each field of `media` as present or undefined, our type as optional.
  'corrections.set': (context, input) => setCorrection(context, input as CorrectionInput),
  'corrections.change': (context, input) => changeCorrection(context, input as CorrectionChange),
  'corrections.remove': (context, { id }) => removeCorrection(context, id),
  'corrections.restore': (context, { correction }) => restoreCorrection(context, correction),

  'history.want': (context, input) => changeHistory(context, input as WishInput),

  'outbox.list': listOutbox,
  'outbox.retry': (context, { id }) => retryEntries(context, id),
  'outbox.accept': (context, { id }) => acceptMatch(context, id),
  'outbox.drop': (context, { id }) => dropEntry(context, id),
};
