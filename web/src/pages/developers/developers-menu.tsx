import type { ComponentType, ReactNode } from 'react';
import { NavLink } from 'react-router';
import { paths } from '#paths.ts';
import styles from './developers-menu.module.css';

const PAGES = [
  [paths.developers, 'Présentation'],
  [paths.apiGuides, 'Guides'],
  [paths.apiReference, 'Référence'],
  [paths.apiSandbox, 'Bac à sable'],
  [paths.apiProblems, 'Erreurs'],
  [paths.apiKeys, 'Clés d’API'],
  [paths.webhooks, 'Webhooks'],
] as const;

/** Every page for developers begins with the way to the others. */
export function withDevelopersMenu(Page: ComponentType): () => ReactNode {
  return () => (
    <>
      <DevelopersMenu />
      <Page />
    </>
  );
}

function DevelopersMenu() {
  return (
    <nav className={styles.menu} lang="fr" aria-label="Développeurs">
      <ul>
        {PAGES.map(([path, label]) => (
          <li key={path}>
            <NavLink to={path} end={path !== paths.apiReference}>
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
