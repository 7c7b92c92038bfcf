import { generatePath, redirect, type LoaderFunction, type RouteObject } from 'react-router';
import { ScreenError } from '#pages/errors/screen-error.tsx';
import { HomePage } from '#pages/home/home-page.tsx';
import { requireSignIn, requireToken } from '#lib/guard.ts';
import { Layout } from '#shell/layout.tsx';
import { ScreenLoading, ScreenOutlet } from '#shell/screen-outlet.tsx';
import type { ScreenHandle } from '#shell/use-screen-title.ts';
import { STEP_TITLES } from './features/issuance/step-titles.ts';
import { paths } from './paths.ts';

type Lazy = NonNullable<RouteObject['lazy']>;

/** A screen in its own chunk. */
function screen(path: string, title: ScreenHandle['title'], lazy: Lazy): RouteObject {
  return { path, lazy, handle: { title } satisfies ScreenHandle };
}

function wizard(openAt?: 2 | 4): Lazy {
  return async () => {
    const { WizardPage } = await import('#features/issuance/wizard-page.tsx');
    return { element: <WizardPage {...(openAt && { openAt })} /> };
  };
}

const developers =
  (page: 'ApiProblemsPage' | 'GuidesPage' | 'ReferencePage' | 'SandboxPage'): Lazy =>
  async () => ({ Component: (await import('#pages/developers/pages.ts'))[page] });

const mailed =
  (page: 'DisownPage' | 'NewPasswordPage' | 'PasswordResetPage' | 'UnsubscribePage'): Lazy =>
  async () => ({ Component: (await import('#features/accounts/mailed-pages.ts'))[page] });

const payments =
  (page: 'ReceptionPage' | 'RecapPage'): Lazy =>
  async () => ({ Component: (await import('#features/orders/payment-pages.ts'))[page] });

/** A document, and what completes it: for its owner, or for whom it was handed over to. */
const documents =
  (
    page: 'CompletionPage' | 'FollowUpPage' | 'HandedOverDocumentPage' | 'OwnDocumentPage',
    loader: LoaderFunction | null,
  ): Lazy =>
  async () => ({
    Component: (await import('./features/documents/document-pages.tsx'))[page],
    ...(loader && { loader }),
  });

/** Pages of the account for its programs and its files. */
const programs =
  (page: 'BatchesPage' | 'BatchPage' | 'KeysPage' | 'WebhooksPage'): Lazy =>
  async () => ({ Component: (await import('#pages/space/program-pages.ts'))[page], loader: requireSignIn });

const verification: Lazy = async () => ({
  Component: (await import('#features/verification/verification-page.tsx')).VerificationPage,
});

const screens: RouteObject[] = [
  // Landing page of most visitors: in the first chunk, it saves one round trip.
  {
    path: paths.home,
    element: <HomePage />,
    handle: { title: 'L’état des risques de votre bien' },
  },
  screen(paths.login, 'Connexion', async () => {
    const { LoginPage, skipWhenSignedIn } = await import('#features/accounts/login-page.tsx');
    return { Component: LoginPage, loader: skipWhenSignedIn };
  }),
  screen(paths.mySpace, 'Mon espace', async () => {
    const { SpacePage } = await import('#pages/space/space-page.tsx');
    return { Component: SpacePage, loader: requireToken };
  }),
  screen(paths.prices, 'Tarifs', async () => ({
    Component: (await import('#pages/pricing/prices-page.tsx')).PricesPage,
  })),
  screen(paths.statementError, 'Une erreur s’est produite', async () => ({
    Component: (await import('#features/issuance/statement-error.tsx')).StatementError,
  })),
  screen(paths.wizard, STEP_TITLES[1], wizard()),
  screen(paths.statementSummary, STEP_TITLES[2], wizard(2)),
  screen(paths.statementReception, STEP_TITLES[4], wizard(4)),
  screen(paths.signUp, 'Créer un compte', async () => ({
    Component: (await import('#features/accounts/sign-up-page.tsx')).SignUpPage,
  })),
  screen(paths.passwordReset, 'Mot de passe oublié', mailed('PasswordResetPage')),
  screen(paths.passwordResetConfirmation, 'Nouveau mot de passe', mailed('NewPasswordPage')),
  screen(paths.activate, 'Activation du compte', async () => {
    const [{ ActivationPage }, { loadActivation }] = await Promise.all([
      import('#features/accounts/activation-page.tsx'),
      import('./features/accounts/activation-page.tsx'),
    ]);
    return { Component: ActivationPage, loader: loadActivation };
  }),
  screen(paths.disown, 'Ce n’est pas moi', mailed('DisownPage')),
  screen(paths.unsubscribe, 'Choisir vos e-mails', mailed('UnsubscribePage')),
  screen(paths.paymentReception, 'Réception de la commande', payments('ReceptionPage')),
  screen(paths.orderSummary, 'Récapitulatif de la commande', payments('RecapPage')),
  screen(paths.simulator, 'Simulateur de commande', async () => ({
    Component: (await import('#features/orders/simulator-page.tsx')).SimulatorPage,
  })),
  screen(paths.about, 'À propos', async () => ({
    Component: (await import('#pages/about/about-page.tsx')).AboutPage,
  })),
  screen(paths.terms, 'Conditions générales de vente', async () => ({
    Component: (await import('#pages/terms/terms-page.tsx')).TermsPage,
  })),
  screen(paths.legal, 'Mentions légales', async () => ({
    Component: (await import('#pages/legal/legal-page.tsx')).LegalPage,
  })),
  screen(paths.privacy, 'Confidentialité et cookies', async () => ({
    Component: (await import('#pages/privacy/privacy-page.tsx')).PrivacyPage,
  })),
  screen(paths.accessibility, 'Accessibilité', async () => ({
    Component: (await import('#pages/accessibility/accessibility-page.tsx')).AccessibilityPage,
  })),
  screen(paths.help, 'Aide', async () => ({
    Component: (await import('#pages/help/help-page.tsx')).HelpPage,
  })),
  screen(paths.status, 'État du service', async () => ({
    Component: (await import('#features/status/status-page.tsx')).StatusPage,
  })),
  screen(paths.deleteAccount, 'Supprimer mon compte', async () => {
    const { DeletionPage } = await import('#features/profile/deletion-page.tsx');
    return { Component: DeletionPage, loader: requireToken };
  }),
  screen(paths.apiKeys, 'Clés d’API', programs('KeysPage')),
  screen(paths.batches, 'Importer un fichier', programs('BatchesPage')),
  screen(paths.batch, 'Import', programs('BatchPage')),
  // Former addresses, in mails and bookmarks.
  { path: '/lots', loader: () => redirect(paths.batches) },
  {
    path: '/lots/:id',
    loader: ({ params }) => redirect(generatePath(paths.batch, { id: params['id'] ?? '' })),
  },
  screen(paths.developers, 'Développeurs', async () => ({
    Component: (await import('#pages/developers/developers-page.tsx')).DevelopersPage,
  })),
  screen(paths.apiGuides, 'Guides de l’API', developers('GuidesPage')),
  screen(paths.apiReference, 'API reference', developers('ReferencePage')),
  screen(
    paths.apiResource,
    ({ resource = '' }) => `API reference: ${resource.toLowerCase()}`,
    developers('ReferencePage'),
  ),
  screen(paths.apiSandbox, 'Bac à sable', developers('SandboxPage')),
  screen(paths.webhooks, 'Webhooks', programs('WebhooksPage')),
  screen(paths.apiProblems, 'Erreurs de l’API', developers('ApiProblemsPage')),
  screen(paths.handover, 'Un état des risques vous est remis', async () => ({
    Component: (await import('#features/handovers/handover-page.tsx')).HandoverPage,
  })),
  screen(paths.verification, 'Vérifier un document', verification),
  screen(paths.verificationOf, 'Vérifier un document', verification),
  screen(paths.document, 'État des risques', documents('OwnDocumentPage', requireSignIn)),
  screen(paths.completion, 'Compléter l’état des risques', documents('CompletionPage', requireSignIn)),
  screen(paths.followUp, 'Dates et vérifications', documents('FollowUpPage', requireSignIn)),
  screen(paths.handedOverDocument, 'Document remis', documents('HandedOverDocumentPage', null)),
  screen('*', 'Page introuvable', async () => ({
    Component: (await import('#pages/errors/not-found.tsx')).NotFound,
  })),
];

/**
 * An error in one screen leaves the bar, the footer and the other screens alone. The boundary is a separate route:
 * React Router does not show the `errorElement` of a route whose chunk failed to load.
 */
export const routes: RouteObject[] = [
  {
    element: <Layout />,
    errorElement: <ScreenError />,
    children: [
      {
        element: <ScreenOutlet />,
        errorElement: <ScreenError />,
        hydrateFallbackElement: <ScreenLoading />,
        children: screens,
      },
    ],
  },
];
