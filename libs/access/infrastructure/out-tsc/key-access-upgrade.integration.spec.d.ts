export {};
//# sourceMappingURL=key-access-upgrade.integration.spec.d.ts.map