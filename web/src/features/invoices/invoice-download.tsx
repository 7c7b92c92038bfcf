import { invoiceUrl } from '#responses/invoices.ts';
import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { call } from '#lib/api.ts';
import { Button } from '#ui/button.tsx';

const REST_MS = 1_000;

/** The address returns an attachment: the browser downloads it and the page stays. A failure shows nothing. */
export function InvoiceDownload({ number, id }: { number: string; id: string }) {
  const download = useMutation({
    meta: { failure: 'Une facture n’a pas pu être téléchargée' },
    mutationFn: async () => {
      try {
        const { url } = await call(invoiceUrl, { params: { pdf_a_telecharger: id } });
        window.location.assign(new URL(url, window.location.origin));
      } finally {
        await new Promise((done) => window.setTimeout(done, REST_MS));
      }
    },
  });
  const label = download.isPending ? 'Téléchargement...' : 'Télécharger';
  return (
    <Button
      variant="secondary"
      icon={<Download aria-hidden="true" />}
      loading={download.isPending}
      onClick={() => download.mutate()}
    >
      {label}
      <span className="visually-hidden"> la facture {number}</span>
    </Button>
  );
}
