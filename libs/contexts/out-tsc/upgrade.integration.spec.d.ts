export {};
//# sourceMappingURL=upgrade.integration.spec.d.ts.map