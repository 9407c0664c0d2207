export {};
//# sourceMappingURL=validation.pipe.spec.d.ts.map