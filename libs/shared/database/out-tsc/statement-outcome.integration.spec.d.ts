export {};
//# sourceMappingURL=statement-outcome.integration.spec.d.ts.map