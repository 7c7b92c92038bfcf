/** `npm run client`: the clients of API v3, generated from the document that the contract makes (`clients/README.md`). */
import { writeClients } from '../clients/generator/write.ts';

for (const line of await writeClients()) console.log(line);
