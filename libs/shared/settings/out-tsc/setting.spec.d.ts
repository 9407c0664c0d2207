export {};
//# sourceMappingURL=setting.spec.d.ts.map