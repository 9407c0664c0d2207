export {};
//# sourceMappingURL=database-settings.spec.d.ts.map