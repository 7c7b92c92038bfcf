import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, type ReactNode } from 'react';
import { queryClient } from '#lib/query-client.ts';

/** Providers of every screen, in the browser and during prerendering. */
export function App({ children }: { children: ReactNode }) {
  return (
    <StrictMode>
      <CSPProvider disableStyleElements>
        <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
      </CSPProvider>
    </StrictMode>
  );
}
