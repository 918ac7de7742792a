/** The parts of the service that a simulated tracker runs: its API, its store and its catalogue. */
export { answerError, createApi } from '../../../src/service/create-api';
export { createBuiltInCatalogue } from '../../../src/service/catalogue/built-in/create-catalogue';
export { otherCatalogue } from '../../../src/service/catalogue/tmdb/film-database';
export { openStore } from '../../../src/service/store/store';
export { hashSecret } from '../../../src/service/secrets/secret';
