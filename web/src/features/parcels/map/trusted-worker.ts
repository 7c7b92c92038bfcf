export { trustScript as trustWorker } from '#lib/trusted-scripts.ts';
