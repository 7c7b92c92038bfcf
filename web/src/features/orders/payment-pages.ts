/** In one chunk: each one more is named in the first view's code. */
export { RecapPage } from './recap-page.tsx';
export { ReceptionPage } from './reception-page.tsx';
