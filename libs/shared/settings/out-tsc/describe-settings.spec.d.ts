export {};
//# sourceMappingURL=describe-settings.spec.d.ts.map