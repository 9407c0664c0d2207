export {};
//# sourceMappingURL=pet-status.spec.d.ts.map