import { announce } from '#lib/announce.ts';
import { ConfirmedButton } from '#ui/confirmed-button.tsx';

type RevokeLinkProps = {
  /** End of the sentence that says what stays once the link no longer opens. */
  consequence: string;
  revoke: () => Promise<unknown>;
};

/** Closes a secret link, once confirmed. */
export function RevokeLink({ consequence, revoke }: RevokeLinkProps) {
  return (
    <ConfirmedButton
      variant="quiet"
      title="Révoquer ce lien&nbsp;?"
      description={`Il ne s’ouvrira plus pour personne${consequence}`}
      keep="Garder le lien"
      act="Révoquer"
      run={async () => {
        await revoke();
        announce('Le lien est révoqué.');
      }}
      failure="Le lien n’a pas pu être révoqué. Veuillez réessayer."
    >
      Révoquer
    </ConfirmedButton>
  );
}
