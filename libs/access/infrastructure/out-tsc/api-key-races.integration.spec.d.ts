export {};
//# sourceMappingURL=api-key-races.integration.spec.d.ts.map