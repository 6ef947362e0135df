import { Module } from '@nestjs/common';
import { SavedQuestionsController } from './saved-questions.controller.js';
import { SavedQuestions } from './saved-questions.js';

/** Questions about orders and the trail that people ask again and again, under names. */
@Module({ controllers: [SavedQuestionsController], providers: [SavedQuestions] })
export class SavedQuestionsModule {}
