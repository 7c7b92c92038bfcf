import type { Page } from '@playwright/test';
import { COOKIES_DECLINED, expect, hold, test } from './journey.ts';
import { PRESCRIBED } from './prescribed.ts';
import { FIVE, item, items, open, renew, RENEW, row, TODAY } from './statements-tab.ts';
import {
  order,
  orderIssued,
  runUntilVisible,
  reachSummary,
  stopAtGeneration,
  validateAddress,
  validateButton,
} from './wizard-steps.ts';

test.use({ ...COOKIES_DECLINED, allowConsole: /Failed to load resource/ });

/** No more than 10 000 credits can be typed; a call fails with a response, or without one. `custom-order.test.ts` and `refusals.test.ts` have them. */
const UNREACHABLE: readonly string[] = [
  'La quantité ne peut pas dépasser 10 000 crédits.',
  "Une erreur inattendue s'est produite.",
];

/** What a user sees and hears: text, names, values. */
async function wordsOf(page: Page): Promise<string> {
  return page.evaluate(() => {
    const attributes = [...document.body.querySelectorAll('*')].flatMap((one) =>
      ['aria-label', 'title', 'placeholder', 'alt'].map((name) => one.getAttribute(name) ?? ''),
    );
    return [document.body.textContent, ...attributes].join('\n');
  });
}

/** No-break spaces and joiners, which our typography adds to running text. */
const plain = (text: string): string => text.replaceAll(/[\u00A0\u202F]/g, ' ').replaceAll('\u2060', '');

type Reply = [status: number | 'no network', body: unknown, sentence: string];

/** `see` waits for a sentence; `end` fails for each sentence of the part that no screen has shown. Both fail for one that is altered. */
function watch(page: Page, part: keyof typeof PRESCRIBED) {
  const all = Object.values(PRESCRIBED).flat() as string[];
  const seen = new Set<string>();
  const look = async (): Promise<void> => {
    const words = await wordsOf(page);
    const shown = all.filter((sentence) => plain(words).includes(plain(sentence)));
    expect(shown.filter((sentence) => !words.includes(sentence))).toEqual([]);
    for (const sentence of shown) seen.add(sentence);
  };
  const see = async (...sentences: string[]): Promise<void> => {
    for (const sentence of sentences) {
      await expect.poll(async () => plain(await wordsOf(page)), { message: sentence }).toContain(plain(sentence));
      await look();
    }
  };
  return {
    see,
    /** The sentence of each reply to that call, which `act` makes. */
    refuse: async (url: string, act: () => Promise<void>, replies: Reply[]): Promise<void> => {
      for (const [status, body, sentence] of replies) {
        await page.unroute(url);
        await page.route(url, (route) => {
          if (status === 'no network') return route.abort();
          return route.fulfill({ status, ...(body === null ? { body: '' } : { json: body }) });
        });
        await act();
        await see(sentence);
      }
      await page.unroute(url);
    },
    end: () =>
      expect(PRESCRIBED[part].filter((sentence) => !seen.has(sentence) && !UNREACHABLE.includes(sentence))).toEqual([]),
  };
}

const submit = (page: Page) => page.getByRole('main').locator('form [type=submit]').first().click();
const PASSWORD = 'Bateau-Lavoir-1904';

test('accounts: every prescribed sentence is shown unaltered', async ({ page }) => {
  const { see, refuse, end } = watch(page, 'accounts');
  await page.goto('/sign-up');
  await submit(page);
  await see("L'adresse email est obligatoire", 'La confirmation du mot de passe est obligatoire', 'En savoir plus');
  const fill = async (email: string, password: string, again = password) => {
    await page.getByLabel('Adresse e-mail').fill(email);
    await page.getByLabel('Mot de passe', { exact: true }).fill(password);
    await page.getByLabel('Confirmation du mot de passe').fill(again);
    await submit(page);
  };
  await fill('abc', 'Ab1!', 'Ab2!');
  await see(
    'Veuillez saisir une adresse email valide (exemple:',
    'Votre mot de passe doit contenir au minimum 8 caractères',
  );
  await see('Les mots de passe saisis ne correspondent pas. Veuillez vérifier votre saisie');
  await fill('a@exemple.fr', `Ab1!${'x'.repeat(147)}`);
  await see('Votre mot de passe est trop long (maximum 150 caractères). Actuellement');
  await refuse('**/api/v2/users/', () => fill('a@exemple.fr', PASSWORD), [
    [400, { username: ['existe déjà'] }, 'Cette adresse email est déjà utilisée par un autre compte'],
    [400, { email: ['invalid'] }, 'Veuillez saisir une adresse email valide'],
    [400, { password: ['too common'] }, 'Ce mot de passe est trop courant. Choisissez un mot de passe plus original'],
    [400, { password: ['entirely numeric'] }, 'Votre mot de passe ne peut pas être entièrement composé de chiffres'],
    [400, { password: ['too similar'] }, 'Votre mot de passe est trop similaire à vos autres informations'],
    [400, { re_password: ['x'] }, 'Les mots de passe saisis ne correspondent pas'],
    [400, { autre: ['x'] }, "Erreur lors de l'inscription. Veuillez vérifier vos informations"],
    ['no network', null, 'Erreur de connexion. Vérifiez votre connexion internet et réessayez'],
    [400, null, 'Données invalides. Veuillez vérifier vos informations'],
    [429, null, 'Trop de tentatives. Veuillez attendre quelques minutes avant de réessayer'],
    [500, null, 'Erreur serveur temporaire. Veuillez réessayer dans quelques minutes'],
    [503, null, 'Service temporairement indisponible. Veuillez réessayer plus tard'],
    [418, null, "Une erreur inattendue s'est produite. Veuillez réessayer ultérieurement"],
    [201, {}, 'Inscription réalisée avec succès !'],
  ]);

  await page.goto('/login');
  await page.getByLabel('Adresse e-mail').fill('a@exemple.fr');
  await refuse('**/token/login/', () => submit(page), [[400, {}, 'Mot de passe ou email incorrect']]);
  await page.goto('/password-reset');
  await submit(page);
  await see('email non renseigné');
  await page.getByLabel('Adresse e-mail').fill('a@exemple.fr');
  await refuse('**/users/reset_password/', () => submit(page), [
    [404, {}, 'Email non reconnu'],
    [500, {}, 'Une erreur est survenue. Veuillez réessayer plus tard.'],
    [200, {}, 'Un email de réinitialisation a été envoyé'],
  ]);
  await page.goto('/password-reset-confirmation/MQ/jeton-0');
  await submit(page);
  await see('Mot de passe non renseigné');
  const choose = async (password: string, again: string) => {
    await page.getByLabel('Nouveau mot de passe').fill(password);
    await page.getByLabel('Confirmation du mot de passe').fill(again);
    await submit(page);
  };
  await choose('a', 'b');
  await see('Les mots de passe ne correspondent pas', 'Mot de passe trop court');
  await choose('x'.repeat(150), 'x'.repeat(150));
  await see('Le mot de passe est trop long.');
  await refuse('**/users/reset_password_confirm/', () => choose(PASSWORD, PASSWORD), [
    [400, {}, "Une erreur s'est produite lors de la réinitialisation du mot de passe."],
    [204, null, 'Mot de passe réinitialisé avec succès.'],
  ]);
  await refuse('**/users/activation/', async () => void (await page.goto('/activate/MQ/jeton-0')), [
    [400, {}, "Une erreur s'est produite. Veuillez réessayer."],
    [204, null, 'Vous venez de valider votre compte!'],
  ]);
  end();
});

test('the end of a session, and a failed statement: every prescribed sentence is shown unaltered', async ({
  page,
  context,
  baseURL,
}) => {
  const { see, end } = watch(page, 'session');
  await page.goto('/errorERP');
  await see('Oups !', "Revenir à l'accueil");
  await context.addCookies([{ name: 'isSessionExpired', value: 'true', url: baseURL ?? '' }]);
  await page.goto('/');
  await see('Session Expirée', 'Réinitialiser la session');
  end();
});

test('the wizard: every prescribed sentence is shown unaltered', async ({ page, context, statement }) => {
  const { see, end } = watch(page, 'wizard');
  const issued = await statement();
  await page.goto('/realisation_erp');
  await see('Rechercher une parcelle');
  await validateButton(page).click();
  await see('Veuillez renseigner une adresse.');
  await validateAddress(page);
  await see("Continuer vers l'étape suivante", 'Code cadastre');
  await reachSummary(page);
  await see('Récapitulatif de votre Etat des Risques', 'Générer votre État Des Risques');
  await page.route('**/api/v2/user_data/me/', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...((await response.json()) as object), nb_credits: 0 } });
  });
  await page.reload();
  await order(page);
  await see("Vous n'avez pas de crédit", 'Acheter des crédits');
  await page.unroute('**/api/v2/user_data/me/');
  const giveUp = async () => {
    await context.clearCookies({ name: 'statut_realisation_erp' });
    // Opened from elsewhere: opened where it is, the wizard is a reload, which keeps its step.
    await page.goto('/AboutUs');
  };
  await giveUp();
  await reachSummary(page);
  const isStopped = await stopAtGeneration(page);
  await orderIssued(page, issued);
  await order(page);
  await isStopped();
  await see('Génération de votre Etat des Risques');
  await page.unrouteAll();
  await giveUp();
  await page.clock.install();
  await reachSummary(page);
  await orderIssued(page, issued);
  await order(page);
  await page.clock.pauseAt(Date.now() + 120_000);
  // The notice leaves after two seconds of this clock, which stands still once it is seen.
  await runUntilVisible(page, page.getByText('Téléchargement en cours, veuillez patienter...'));
  await see('Téléchargement en cours, veuillez patienter...', 'Voir mes États des Risques');
  await see('Réaliser un nouvel État des Risques');
  end();
});

test('my space: every prescribed sentence is shown unaltered', async ({ page, account, session }) => {
  const { see, refuse, end } = watch(page, 'space');
  await session(await account(0));
  await page.goto('/myspace');
  await see(
    'Mon espace',
    'Mes infos',
    'Mon Logo',
    'Mes Etats des Risques',
    'Mon solde',
    'Mes factures',
    'Supprimer mon compte',
  );
  const save = () => page.getByRole('button', { name: 'Enregistrer', exact: true }).click();
  await page.getByLabel('Téléphone').fill('12');
  await page.getByLabel('Téléphone').blur();
  await see('Format invalide (ex: 0123456789 ou 01 23 45 67 89)');
  await page.getByLabel('Nom', { exact: true }).focus();
  await page
    .locator('form')
    .first()
    .evaluate((form: HTMLFormElement) => form.requestSubmit());
  await see('Le nom est requis.', 'Le prénom est requis.', 'Veuillez corriger les erreurs dans le formulaire.');
  await see("Le numéro de téléphone n'est pas dans le bon format (ex: 0123456789 ou 01 23 45 67 89).");
  await page.getByLabel('Téléphone').fill('');
  await page.getByLabel('Nom', { exact: true }).fill('Nuñez');
  await page.getByLabel('Prénom').fill('Élodie');
  await refuse('**/user_data/me/update/', save, [
    [400, {}, 'Données invalides. Vérifiez les informations saisies.'],
    [422, {}, 'Certaines informations ne sont pas valides.'],
    [429, {}, 'Trop de tentatives. Veuillez patienter avant de réessayer.'],
    [500, {}, "Une erreur s'est produite lors de la mise à jour."],
    ['no network', null, 'Problème de connexion. Vérifiez votre connexion internet.'],
  ]);
  const change = () => page.getByRole('button', { name: 'Changer mon mot de passe' }).click();
  await change();
  await see('Le mot de passe actuel est requis.', 'Le nouveau mot de passe est requis.');
  await page.getByLabel('Nouveau mot de passe', { exact: true }).fill('abc');
  await see('Le nouveau mot de passe doit contenir au moins 8 caractères.', 'Les mots de passe ne correspondent pas.');
  await page.getByLabel('Mot de passe actuel').fill('x');
  await page.getByLabel('Nouveau mot de passe', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirmation du nouveau mot de passe').fill(PASSWORD);
  await refuse('**/users/set_password/', change, [
    [400, {}, 'Le mot de passe actuel est incorrect.'],
    [422, {}, 'Le nouveau mot de passe ne respecte pas les critères de sécurité.'],
    [500, {}, "Une erreur s'est produite lors de la modification du mot de passe."],
  ]);
  await page.goto('/SupprimerCompte');
  await see('Annuler et revenir en arrière');
  await page.getByLabel('Mot de passe').fill('x');
  const remove = () => page.getByRole('main').getByRole('button', { name: 'Supprimer mon compte' }).click();
  await refuse('**/api/v2/users/me/', remove, [
    [400, {}, 'Mot de passe incorrect.'],
    [204, null, 'Suppression en cours...'],
  ]);
  end();
});

test('the history: every prescribed sentence is shown unaltered', async ({ page, account, session }) => {
  const { see, refuse, end } = watch(page, 'history');
  await session(await account(0));
  await page.clock.setFixedTime(TODAY);
  await page.route('**/api/v2/erps/with-regeneration/', (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto('/myspace/?tab=mesERP-tabs-simple');
  await see('Historique des États des Risques', 'Erreur lors du chargement des données. Veuillez rafraîchir la page.');
  await page.unroute('**/api/v2/erps/with-regeneration/');
  await open(page, [...FIVE, item(8)]);
  await see('Expiré < 1an', 'Expiré > 1an', 'Déjà renouvelé', 'Non renouvelable', 'Voir plus de rapports');
  await refuse(
    '**/api/v2/download_pdf_proxy/**',
    () =>
      row(page, 9)
        .getByRole('button', { name: /^Télécharger/ })
        .click(),
    [[500, {}, 'Erreur lors du téléchargement. Veuillez réessayer.']],
  );
  await refuse(RENEW, () => renew(page, 11).click(), [
    [500, {}, 'Erreur lors du renouvellement'],
    [200, {}, 'ERP renouvelé avec succès ! Téléchargement en cours...'],
  ]);
  end();
});

test('logo, balance and invoices: every prescribed sentence is shown unaltered', async ({ page, account, session }) => {
  const { see, refuse, end } = watch(page, 'lists');
  await session(await account(0));
  await page.goto('/myspace/?tab=logo-tabs-simple');
  const send = () => page.getByRole('button', { name: 'Uploader le logo' }).click();
  const file = page.getByLabel('Choisir un fichier');
  await see('Logo à intégrer dans les ERP', 'Ce logo sera intégré à vos rapports ERP.');
  await send();
  await see('Veuillez sélectionner un fichier.');
  await file.setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') });
  await see('Format de fichier non supporté. Utilisez JPG, PNG ou GIF.');
  await file.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.alloc(5 * 1024 * 1024 + 1) });
  await see('Le fichier est trop volumineux. Taille maximum : 5MB.');
  const logo = {
    name: 'a.png',
    mimeType: 'image/png',
    buffer: await page.screenshot({ clip: { x: 0, y: 0, width: 90, height: 40 } }),
  };
  const upload = async () => {
    await file.setInputFiles(logo);
    await send();
  };
  const UPLOAD = '**/user/logo/upload/';
  await refuse(UPLOAD, upload, [
    [500, {}, "Erreur lors de l'upload du logo."],
    ['no network', null, 'Veuillez réessayer.'],
  ]);
  const release = await hold(page, UPLOAD, {});
  await upload();
  await see('Upload en cours...');
  release();
  await see('Logo uploadé avec succès !');
  await page.unroute(UPLOAD);
  await page.route('**/user/logo/get/', (route) => route.fulfill({ json: { logo_url: '/favicon.svg' } }));
  await page.reload();
  await refuse(
    '**/user/logo/delete/',
    async () => {
      await page.getByRole('button', { name: 'Supprimer le logo' }).click();
      await see('Êtes-vous sûr de vouloir supprimer votre logo ?');
      await page.getByRole('alertdialog').getByRole('button', { name: 'Oui, supprimer' }).click();
    },
    [
      [500, {}, 'Erreur lors de la suppression du logo.'],
      [200, {}, 'Logo supprimé avec succès !'],
    ],
  );

  const lots = items(6).map(({ id }) => ({ formule: `F${id}`, date_d_achat: TODAY.toISOString(), statut: 'PENDING' }));
  await page.route('**/solde/me/', (route) => route.fulfill({ json: lots }));
  await page.goto('/myspace/?tab=credits-tabs-simple');
  await page.getByText('Filtres et tri').click();
  await see('Gestion des crédits', "Date d'achat", 'Afficher uniquement les formules non expirées', 'En attente');
  await see('Crédits restants', 'Crédits consommés', "Date d'expiration", 'Voir plus de formules');
  const invoices = items(6).map(({ id }) => ({ numero_facture: `F${id}`, pdf_a_telecharger: `p${id}`, montant: 1 }));
  await page.route('**/facture/me/', (route) => route.fulfill({ json: invoices }));
  await page.goto('/myspace/?tab=factures-tabs-simple');
  await see('Voir plus de factures');
  end();
});

test('orders: every prescribed sentence is shown unaltered', async ({ page, account, session }) => {
  const { see, refuse, end } = watch(page, 'orders');
  await session(await account(0));
  await page.goto('/Tarifs');
  await see('DES OFFRES ADAPTEES A VOS BESOINS');
  await page.getByRole('button', { name: 'Choisir 1 crédit', exact: true }).click();
  await see('RECAPITULATIF DE LA COMMANDE', 'Annuler la commande', 'Valider la commande');
  const validate = () => page.getByRole('button', { name: /^Valider la commande/ }).click({ force: true });
  await validate();
  await see('Veuillez cocher toutes les cases obligatoires.');
  for (const box of await page.getByRole('checkbox').all()) await box.check();
  await refuse('**/stripe/create/session/**', validate, [
    [500, {}, 'Une erreur est survenue lors de la création de la session de paiement.'],
  ]);
  await page.goto('/SimulateurSolde');
  await see('SIMULATEUR DE COMMANDE', 'Quantité minimum de');
  const quantity = page.getByRole('spinbutton', { name: 'Quantité de crédits' });
  await quantity.fill('99999');
  await see('Maximum 10 000 crédits');
  await page.getByRole('combobox', { name: 'Durée de validité' }).selectOption('1 mois');
  for (const box of await page.getByRole('checkbox').all()) await box.check();
  await quantity.fill('25');
  await page.locator('form').evaluate((form: HTMLFormElement) => form.requestSubmit());
  await see('La quantité minimale est de');
  await quantity.blur();
  await see('crédits pour cette durée');
  const PRICE = '**/solde/simulator/';
  await refuse(PRICE, () => quantity.fill('300'), [[500, {}, "Une erreur s'est produite."]]);
  const json = { etat: 'payee', credits: 1, produit: '1 crédit', numero_facture: null };
  await page.route('**/stripe/session/**', (route) => route.fulfill({ json }));
  await page.goto('/ReceptionSolde?session_id=cs_test_1');
  await see('RECEPTION DE LA COMMANDE', 'Paiement validé !', "Retour à l'accueil");
  end();
});
