import { invoiceUrl, type InvoiceItem } from '@clairisque/contract/invoices.ts';
import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { call } from '#lib/api.ts';
import { Button } from '#ui/button.tsx';

const REST_MS = 1_000;

/** The address answers an attachment: the browser downloads it and the page stays. A failure shows nothing (spec §8). */
export function InvoiceDownload({ invoice }: { invoice: InvoiceItem }) {
  const { numero_facture: number, pdf_a_telecharger: id } = invoice;
  const download = useMutation({
    mutationFn: async () => {
      try {
        const { url } = await call(invoiceUrl, { params: { pdf_a_telecharger: id } });
        window.location.assign(url);
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
